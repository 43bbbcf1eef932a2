import { AnonymousLimit } from "@/lib/fairness/anonymous_limit.ts";
import { AttemptLimiter, RateLimiter } from "@/lib/fairness/rate_limits.ts";
import type { Share } from "@/lib/fairness/share.ts";
import { credentialsOf } from "@/lib/http/serving/credentials.ts";
import type { Config } from "@/lib/service/config.ts";
import { wrongCodes } from "@/lib/words/errors.ts";

const tenMinutes = 600_000;

/** Opens the rate limits of each kind of caller. @param share this process's part of them */
export function openLimits(config: Config, share: Share) {
  const { perAddress } = config.contactLimits;
  const part = { share };
  return {
    newcomerLimiter: new RateLimiter(config.newcomerLimit, part),
    keyLimiter: new RateLimiter(config.rateLimit, part),
    phoneLimiter: new RateLimiter(config.phoneLimit, part),
    companyLimiter: new RateLimiter(config.companyLimit, part),
    memberLimiter: new RateLimiter(config.memberLimit, part),
    linkLimiter: new RateLimiter(config.linkLimit, part),
    pairingLimiter: new AttemptLimiter({
      failures: 10,
      windowMs: tenMinutes,
      sentence: wrongCodes,
    }, part),
    contactLimiter: perAddress > 0
      ? new AttemptLimiter({ failures: perAddress, windowMs: tenMinutes }, part)
      : null,
    anonymousLimit: new AnonymousLimit(
      config.anonymousLimit,
      (req) => credentialsOf(req, config.gateway?.header),
      share,
    ),
  };
}
