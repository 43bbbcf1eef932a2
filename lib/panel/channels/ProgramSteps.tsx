import { usePage, useWords } from "@/components/page.ts";
import { channelsWords } from "@/lib/panel/channels/words.ts";

interface ProgramStepsProps {
  accountId: number;
}

/** Steps to connect a program, besides the secret: the account's id, an API key, and their use. */
export function ProgramSteps({ accountId }: ProgramStepsProps) {
  const { href } = usePage();
  const { steps } = useWords(channelsWords);
  const link = "font-medium text-accent underline underline-offset-2";
  return (
    <ol class="list-decimal space-y-1.5 pl-5 pt-1">
      <li>
        {steps.id} <code class="text-meta">channelId</code>:{" "}
        <code class="select-all font-medium">{accountId}</code>.
      </li>
      <li>
        {steps.key}{" "}
        <a class={link} href={href("/panel/notifications/keys#new-channel")}>
          {steps.keyLink}
        </a>
      </li>
      <li>
        {steps.docs} <a class={link} href="/api/docs">{steps.docsLink}</a>
      </li>
    </ol>
  );
}
