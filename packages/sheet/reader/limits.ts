const megabyte = 1024 * 1024

/** What is taken of a spreadsheet. */
export const sheetLimits = {
  unpackedBytes: 200 * megabyte,
  sheets: 200,
  /** Of a sheet, empty ones too: Excel has no more. */
  sheetRows: 1_048_576,
  columns: 500,
  /** Of a cell; more does not go into one of Excel's either. */
  cellCharacters: 32_767,
  rowCharacters: 1_000_000,
  /** The words that cells share are kept in memory while the rows are read. */
  sharedXmlBytes: 120 * megabyte,
  sharedBytes: 80 * megabyte,
  sharedStrings: 2_500_000,
  /** Of the rows at the top, among which the headings are looked for. */
  topRows: 15,
} as const
