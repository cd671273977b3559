const megabyte = 1024 * 1024

/** The limits of a spreadsheet. */
export const sheetLimits = {
  unpackedBytes: 200 * megabyte,
  sheets: 200,
  /** Rows of a sheet, including empty ones, as in Excel. */
  sheetRows: 1_048_576,
  columns: 500,
  /** Characters of a cell, as in Excel. */
  cellCharacters: 32_767,
  rowCharacters: 1_000_000,
  /** Shared strings are kept in memory while the rows are read. */
  sharedXmlBytes: 120 * megabyte,
  sharedBytes: 80 * megabyte,
  sharedStrings: 2_500_000,
  /** The rows among which the headings are searched. */
  topRows: 15,
} as const
