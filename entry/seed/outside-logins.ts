import { districtId, newId, type App } from '#packages/core'
import type { Cells } from '#packages/db'
import { publishApplicationKeys } from '#kernel/catalogue/server/api.ts'
import { createDemoCompanies } from '#kernel/developer/server/api.ts'
import { acceptInvitation, findAccount, invitePlatformAdministrator, saveTotp } from '#kernel/identity/server/api.ts'
import { listDistrictsNamed } from '#kernel/org/server/api.ts'
import { demoTotpSecret } from './demo-totp.ts'
import { getBureauName, listDistrictPlans } from './seed-district.ts'

const administrator = 'platform.admin'

interface Installation {
  app: App
  cells: Cells
  now: Date
}

/** A platform administrator and the companies of the demo districts. A second run changes nothing. */
export async function createOutsideLogins(
  ctx: Installation,
  password: string,
): Promise<{ userName: string; title: string; name: string; organisation: string }[]> {
  const { cells, now } = ctx
  const platformId = await createPlatformAdministrator(ctx, administrator, password)
  const districts = []
  for (const plan of listDistrictPlans('S', cells.ids))
    for (const { id } of await listDistrictsNamed(cells, plan.cell, getBureauName(plan))) districts.push(districtId(id))
  const developers = await createDemoCompanies(cells, { districts, password, platformId, now })
  // Otherwise a job of the night would do it, and until then nobody could open these applications.
  for (const id of districts) await publishApplicationKeys({ cells, districtId: id })
  return [{ userName: administrator, title: '平台管理员', name: '', organisation: '' }, ...developers]
}

/** Their authenticator has the demo's secret. */
export async function createPlatformAdministrator(
  { app, cells, now }: Installation,
  userName: string,
  password: string,
): Promise<string> {
  const known = await findAccount(cells, userName)
  if (known) return known.id
  const token = await invitePlatformAdministrator(cells, now)
  await acceptInvitation({ app, cells, now, requestId: newId() }, { token, userName, password })
  const { id } = (await findAccount(cells, userName))!
  await saveTotp(cells, id, demoTotpSecret, 0, now)
  return id
}
