/**
 * A figure that a module keeps for every day and organisation. The manifest declares what it means; the server part has
 * the query that counts it (`countMetrics` of packages/crud).
 */
export interface MetricSpec {
  /** 借出器材 */
  title: string
  /** 件, 人次, %. */
  unit: string
  /** `sum`: days may be added; `level`: as of the end of the day; `rate`: a share; `distinct`: days may not be added. */
  kind: 'sum' | 'level' | 'rate' | 'distinct'
  /** `none`: organisations may not be added either, because several may count the same. */
  acrossOrgs?: 'none'
  /** `work`: days off have no figure; default of applications. `all`: default of the kernel. */
  days?: 'work' | 'all'
  /** The types of organisations that are missed on a day without a figure; default of applications: schools. */
  expectedOf?: readonly ('school' | 'kindergarten' | 'other-school' | 'bureau' | 'institution')[]
  /** What one fact is about: the whole organisation, a class or a person. */
  grain: 'org' | 'class' | 'person'
  /** What it is divided by, besides organisation and day: name and label. */
  dims?: Readonly<Record<string, string>>
  /** Who may see it: P0 everybody, P1 staff, P2 holders of a permission, P3 with a stated reason only. */
  exposure: 'P0' | 'P1' | 'P2' | 'P3'
  /** Whoever has it sees the figures in its scope; default: that of the module's statistics, else of the page. */
  permission?: string
  /** Groups of fewer people are not shown. */
  minCell?: number
  freshness: 'day' | 'hour'
  /** How it is counted, in one sentence for its readers. */
  note: string
  /** The page of the module with the rows behind the figure: its path and query. */
  drill: string
  /**
   * How that page calls organisation and days in its query; default: `org` and `day`, null if it has none. Dimensions
   * keep their names.
   */
  drillBy?: { org?: string | null; day?: string | null }
}
