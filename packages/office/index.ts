export { maxPages, convertToPdf, convertToXlsx, type ConvertOptions, type OfficeDocument, type Pdf } from './convert.ts'
export { NotConvertible } from './not-convertible.ts'
