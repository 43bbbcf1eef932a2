/** What a column of a file is for. */
export interface ColumnUse {
  field: string;
  /** Place among the columns of one field that are joined: given name before family name, street before district. */
  part?: number;
  /** Of several columns with whole values the one of the least rank goes first, then the first. */
  rank?: number;
}
