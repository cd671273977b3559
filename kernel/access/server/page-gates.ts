import { listContributions, may, type Ctx } from '#packages/core'
import { listPermittedTilePages, findModulePage, type ModulePage } from './permission-catalogue.ts'

/** A page that is in the menu only at times. Users with the permission can always open its URL. */
interface PageGate {
  url: string
  isOpen(ctx: Ctx): Promise<boolean>
}

declare module '#packages/core/app.ts' {
  interface Contributions {
    /** Pages that are in the menu only at times. */
    pageGates: PageGate
  }
}

/** URLs that are hidden from the caller's menu at present. */
export async function listHiddenPages(ctx: Ctx): Promise<Set<string>> {
  const hidden = new Set<string>()
  if (ctx.actor.kind !== 'staff') return hidden
  for (const { url, isOpen } of listContributions(ctx, 'pageGates')) {
    const page = findModulePage(ctx, url)
    if (page && may(ctx.actor, page.permission) && !(await isOpen(ctx))) hidden.add(url)
  }
  return hidden
}

/** The module pages among the caller's applications. */
export async function listModulePages(ctx: Ctx): Promise<ModulePage[]> {
  const hidden = await listHiddenPages(ctx)
  return listPermittedTilePages(ctx, ctx.actor.permissions).filter(({ url }) => !hidden.has(url))
}
