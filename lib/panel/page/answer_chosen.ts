/** Event by which a message of the thread tells the composer that an answer quotes it. */
export const answerChosen = "relevo:answer-chosen";

/** A message that an answer quotes, and the account that has it. */
export interface Answered {
  id: number;
  via: number;
  text: string;
}
