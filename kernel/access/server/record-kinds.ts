import type { Ctx, ScopeAttributes } from '#packages/core'

/** One record, as the mirror speaks of it. */
export interface AccessRecord extends ScopeAttributes {
  title: string
  about: string
  phrases: RecordPhrases
}

/** How one says of a record where it belongs; empty where it belongs to nothing of the kind. */
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

/** A kind of record that the mirror can be asked about. */
export interface RecordKind {
  /** `student` */
  kind: string
  title: string
  /** The functions that reach such a record by their scope. */
  permissions: readonly string[]
  /** What of such a record roles may hide, by the codes of the manifest. */
  fields: readonly string[]
  /** At most twenty, of those that the caller herself may see. */
  find: (ctx: Ctx, keyword: string) => Promise<{ id: string; title: string; about: string }[]>
  /** Where a record belongs on a day, if the caller may see it at all. */
  facts: (ctx: Ctx, id: string, day: string) => Promise<AccessRecord | undefined>
}

const kinds = new Map<string, RecordKind>()

/** Modules say at start-up what can be asked about. */
export const offerRecordKind = (kind: RecordKind) => void kinds.set(kind.kind, kind)

export const findRecordKind = (kind: string): RecordKind | undefined => kinds.get(kind)
export const listAllRecordKinds = (): readonly RecordKind[] => [...kinds.values()]
