import { AnonymousLimit } from "@/lib/fairness/anonymous_limit.ts";
import { AttemptLimiter, RateLimiter } from "@/lib/fairness/rate_limits.ts";
import { credentialsOf } from "@/lib/http/serving/credentials.ts";
import type { Config } from "@/lib/service/config.ts";
import { wrongCodes } from "@/lib/words/errors.ts";

const tenMinutes = 600_000;

/** Opens the rate limits of each kind of caller. */
export function openLimits(config: Config) {
  const { perAddress } = config.contactLimits;
  return {
    newcomerLimiter: new RateLimiter(config.newcomerLimit),
    keyLimiter: new RateLimiter(config.rateLimit),
    phoneLimiter: new RateLimiter(config.phoneLimit),
    companyLimiter: new RateLimiter(config.companyLimit),
    memberLimiter: new RateLimiter(config.memberLimit),
    linkLimiter: new RateLimiter(config.linkLimit),
    pairingLimiter: new AttemptLimiter({
      failures: 10,
      windowMs: tenMinutes,
      sentence: wrongCodes,
    }),
    contactLimiter: perAddress > 0
      ? new AttemptLimiter({ failures: perAddress, windowMs: tenMinutes })
      : null,
    anonymousLimit: new AnonymousLimit(
      config.anonymousLimit,
      (req) => credentialsOf(req, config.gateway?.header),
    ),
  };
}
