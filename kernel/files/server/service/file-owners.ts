import type { Ctx } from '#packages/core'

/** A kind of record that claims files; registered at start-up by the module of the record. */
export interface FileOwner {
  /** For example `support-ticket`. */
  kind: string
  /** Whether the caller may read the record, and so its files. */
  canRead(ctx: Ctx, ownerId: string): Promise<boolean>
  /** Not public: the viewer shows a watermark with the caller. */
  isInternal?: boolean
}

const owners = new Map<string, FileOwner>()

export function offerOwner(owner: FileOwner) {
  owners.set(owner.kind, owner)
}

export const isInternalOwner = (kind: string) => owners.get(kind)?.isInternal === true

/** Files of an unregistered kind are readable by nobody. */
export const canReadOwner = async (ctx: Ctx, kind: string, ownerId: string): Promise<boolean> =>
  (await owners.get(kind)?.canRead(ctx, ownerId)) === true
