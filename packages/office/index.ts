export { maxPages, pdfOf, type OfficeDocument, type Pdf, type PdfOptions } from './convert.ts'
export { NotConvertible } from './not-convertible.ts'
