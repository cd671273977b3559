import type { Elsewhere } from '#packages/web/core/elsewhere.ts'
import { switchTo } from './go.ts'
import { showProving } from './show.tsx'
import { askedBy } from './use-going.ts'

/** Goes to a school without a question: whoever pressed on it wants to be there. A code may be asked for first. */
export async function visit({ orgId, orgName, url }: Elsewhere) {
  try {
    await switchTo(orgId, {}, url)
  } catch (refused) {
    const asked = askedBy(refused, { id: orgId, name: orgName }, url)
    if (!asked) throw refused
    showProving(asked)
  }
}
