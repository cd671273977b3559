import { openApplication } from '#packages/web/core/dingtalk.ts'
import type { PaletteHit } from '#packages/web/core/module.ts'
import { useSession } from '#packages/web/core/session.ts'
import { findGlyph } from '#packages/web/desk/find-glyph.tsx'
import type { CentreTile } from '../contract.ts'
import { searchApps } from './centre-view.ts'
import { fetchAppUrl, centre } from './queries.ts'
import { popupBlockedMessage } from './use-open-app.ts'

const hitsShown = 6
const cacheMs = 30_000

let cache: { whose: string; until: number; apps: readonly CentreTile[] } | undefined

/** All applications that the caller may open, cached so that not every letter sends a request. */
async function listOwnApplications(signal: AbortSignal): Promise<readonly CentreTile[]> {
  const { token, orgId } = useSession.getState()
  const whose = `${token} ${orgId}`
  if (cache?.whose === whose && cache.until > Date.now()) return cache.apps
  const { apps } = await centre.queryFn({ signal })
  const own = apps.filter(({ state }) => state === 'mine')
  cache = { whose, until: Date.now() + cacheMs, apps: own }
  return own
}

/** Applications for the command palette, by name, pinyin or initials; they open as from their tiles. */
export async function findApplications(keyword: string, signal: AbortSignal): Promise<PaletteHit[]> {
  const found = searchApps(await listOwnApplications(signal), keyword)
  return found.slice(0, hitsShown).map(({ app: { key, name, edition, about, logo } }) => ({
    id: `application:${key}`,
    title: edition ? `${name}（${edition}）` : name,
    about,
    icon: findGlyph(logo),
    open: async () => ((await openApplication(() => fetchAppUrl(key))) === 'blocked' ? popupBlockedMessage : undefined),
  }))
}
