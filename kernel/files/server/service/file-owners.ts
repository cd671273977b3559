import { listContributions, type Ctx } from '#packages/core'

/** A kind of record that claims files, declared by the module of the record. */
export interface FileOwner {
  /** For example `support-ticket`. */
  kind: string
  /** Whether the caller may read the record, and so its files. */
  canRead(ctx: Ctx, ownerId: string): Promise<boolean>
  /** Not public: the viewer shows a watermark with the caller. */
  isInternal?: boolean
}

declare module '#packages/core/app.ts' {
  interface Contributions {
    /** Kinds of records that claim files. */
    fileOwners: FileOwner
  }
}

const findOwner = (ctx: Ctx, kind: string) => listContributions(ctx, 'fileOwners').find((owner) => owner.kind === kind)

export const isInternalOwner = (ctx: Ctx, kind: string) => findOwner(ctx, kind)?.isInternal === true

/** Files of an undeclared kind are readable by nobody. */
export const canReadOwner = async (ctx: Ctx, kind: string, ownerId: string): Promise<boolean> =>
  (await findOwner(ctx, kind)?.canRead(ctx, ownerId)) === true
