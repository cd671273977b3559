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
    /** The addresses of applications that are closed for the caller. */
    closedApplications: (ctx: Ctx) => Promise<readonly string[]>
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

/** The addresses of the applications that are closed for the caller, with the pages below them. */
export async function listClosedApplications(ctx: Ctx): Promise<string[]> {
  const urls: string[] = []
  for (const list of listContributions(ctx, 'closedApplications')) urls.push(...(await list(ctx)))
  return urls
}

/** The module pages among the caller's applications. */
export async function listModulePages(ctx: Ctx): Promise<ModulePage[]> {
  const hidden = await listHiddenPages(ctx)
  const closed = await listClosedApplications(ctx)
  const isClosed = (url: string) => closed.some((above) => url === above || url.startsWith(`${above}/`))
  return listPermittedTilePages(ctx, ctx.actor.permissions).filter(({ url }) => !hidden.has(url) && !isClosed(url))
}
