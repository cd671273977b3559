import { listContributions, type Ctx, type ScopeAttributes } from '#packages/core'

/** A record that an access explanation is about. */
export interface AccessRecord extends ScopeAttributes {
  title: string
  about: string
  phrases: RecordPhrases
}

/** How an explanation says where a record belongs. A phrase is empty if the record has no such attribute. */
interface RecordPhrases {
  /** 该生 */
  it: string
  /** 该生在实验小学 */
  org: string
  /** 该人员在教务处 */
  department: string
  /** 该生在一年级2班 */
  class: string
}

/** A kind of record for which access can be explained. */
export interface RecordKind {
  /** `student` */
  kind: string
  title: string
  /** Permissions whose scope can include such a record. */
  permissions: readonly string[]
  /** Field codes of the manifest that roles may hide in such a record. */
  fields: readonly string[]
  /** At most twenty records that the caller may see. */
  find: (ctx: Ctx, keyword: string) => Promise<{ id: string; title: string; about: string }[]>
  /** Scope attributes of a record on a day; undefined if the caller may not see the record. */
  facts: (ctx: Ctx, id: string, day: string) => Promise<AccessRecord | undefined>
}

declare module '#packages/core/app.ts' {
  interface Contributions {
    /** Kinds of records for which access can be explained. */
    recordKinds: RecordKind
  }
}

export const findRecordKind = (ctx: Pick<Ctx, 'app'>, kind: string): RecordKind | undefined =>
  listAllRecordKinds(ctx).find((one) => one.kind === kind)
export const listAllRecordKinds = (ctx: Pick<Ctx, 'app'>): readonly RecordKind[] =>
  listContributions(ctx, 'recordKinds')
