import * as actions from "@/lib/panel/imports/import_actions.ts";
import { type ImportOptions, useStates } from "@/lib/panel/imports/import_state.ts";
import { sizeText } from "@/lib/words/size.ts";

/** State of an import: the file, the server's check of it, and the commit. */
export function useImport(options: ImportOptions) {
  const states = useStates(options);
  const { phase, sent, file, preview, visible, isLoading, result, failure, choices } = states;
  const bind = <Rest extends unknown[], Done>(
    action: (of: typeof states, ...rest: Rest) => Done,
  ) =>
  (...rest: Rest) => action(states, ...rest);
  return {
    phase,
    sent,
    preview,
    visible,
    isLoading,
    result,
    failure,
    choices,
    name: file?.name ?? null,
    size: file ? sizeText(file.bytes.length, options.language) : null,
    choose: bind(actions.choose),
    mapColumn: bind(actions.mapColumn),
    choosing: bind(actions.choosing),
    chooseSheet: bind(actions.chooseSheet),
    filter: bind(actions.filter),
    commit: bind(actions.commit),
    download: bind(actions.download),
    startAgain: bind(actions.startAgain),
    more: () => actions.load(states, visible),
  };
}

export type ImportState = ReturnType<typeof useImport>;
