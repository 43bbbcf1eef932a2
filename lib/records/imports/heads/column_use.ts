/** Purpose of a file's column. */
export interface ColumnUse {
  field: string;
  /** Place among the columns of one field that are joined: given name before family name, street before district. */
  part?: number;
  /** Rank among several columns with whole values: the least goes first, then the first column. */
  rank?: number;
}
