/** Kinds of report, by their codes on the wire. */
export const reportTypes = {
  ReportWay: 1,
  CaseResource: 2,
  Priority: 3,
  TreatmentMeasures: 4,
  IllegalDetail: 5,
  PollutionTime: 6,
} as const
export type ReportType = keyof typeof reportTypes

/** The name for a code. */
export const findReportType = (code: number) =>
  (Object.keys(reportTypes) as ReportType[]).find((name) => reportTypes[name] === code)
