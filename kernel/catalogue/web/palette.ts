import { AppstoreOutlined } from '@ant-design/icons'
import { openApplication } from '#packages/web/core/dingtalk.ts'
import type { PaletteHit } from '#packages/web/core/module.ts'
import { useSession } from '#packages/web/core/session.ts'
import { namedGlyphs } from '#packages/web/desk/named-glyphs.ts'
import type { CentreTile } from '../contract.ts'
import { foundAmong } from './centre-view.ts'
import { addressOf, centre } from './queries.ts'
import { blockedWords } from './use-open-app.ts'

const hitsShown = 6
const keptMs = 30_000

let kept: { whose: string; until: number; apps: readonly CentreTile[] } | undefined

/** All that the caller may open; not asked for anew with every letter. */
async function ownApplications(signal: AbortSignal): Promise<readonly CentreTile[]> {
  const { token, orgId } = useSession.getState()
  const whose = `${token} ${orgId}`
  if (kept?.whose === whose && kept.until > Date.now()) return kept.apps
  const { apps } = await centre.queryFn({ signal })
  const own = apps.filter(({ state }) => state === 'mine')
  kept = { whose, until: Date.now() + keptMs, apps: own }
  return own
}

/** Applications for the command palette, by name, pinyin or initials; they open as from their tiles. */
export async function findApplications(words: string, signal: AbortSignal): Promise<PaletteHit[]> {
  const found = foundAmong(await ownApplications(signal), words)
  return found.slice(0, hitsShown).map(({ app: { key, name, edition, about, logo } }) => ({
    id: `application:${key}`,
    title: edition ? `${name}（${edition}）` : name,
    about,
    icon: namedGlyphs[logo] ?? AppstoreOutlined,
    open: async () => ((await openApplication(() => addressOf(key))) === 'blocked' ? blockedWords : undefined),
  }))
}
