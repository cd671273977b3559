import type { Ctx } from '#packages/core'

/** A kind of record that holds files. Told at start-up by the module whose record it is. */
export interface FileOwner {
  /** `support-ticket` */
  kind: string
  /** Whether whoever asks may read the record, and with it its files. */
  canRead(ctx: Ctx, ownerId: string): Promise<boolean>
  /** Not for the public: who looks at it is written over what is shown. */
  isInternal?: boolean
}

const owners = new Map<string, FileOwner>()

export function offerOwner(owner: FileOwner) {
  owners.set(owner.kind, owner)
}

export const isInternalOwner = (kind: string) => owners.get(kind)?.isInternal === true

/** Nobody may read what belongs to a kind that nobody has spoken for. */
export const canReadOwner = async (ctx: Ctx, kind: string, ownerId: string): Promise<boolean> =>
  (await owners.get(kind)?.canRead(ctx, ownerId)) === true
