import { dayOf, Refusal, scopeOf, type Ctx, type Scope } from '#packages/core'
import { guardAccount } from '../guards.ts'
import { placesEverywhere, type PlaceRow } from '../place-queries.ts'

type Right = 'user.edit' | 'user.reset' | 'user.reveal' | 'user.merge' | 'org.appoint'

/** With these one could sign in as somebody else. */
const takesOver: readonly Right[] = ['user.reset', 'user.merge', 'org.appoint']

interface Dated {
  isMain: boolean
  beginsOn: string
  overOn: string | null
}

export const isOpenOn =
  (day: string) =>
  ({ overOn }: Pick<Dated, 'overOn'>) =>
    overOn === null || overOn > day

/** The place that answers for who somebody is: the main one; while a transfer is to come, today's. */
export function homesOf<Place extends Dated>(places: readonly Place[], day: string): Place[] {
  const mains = places.filter((place) => place.isMain && isOpenOn(day)(place))
  const begun = mains.filter(({ beginsOn }) => beginsOn <= day)
  return begun.length > 0 ? begun : mains
}

/** Whether somebody is the caller's to speak of: works within reach, or was there last and is nowhere now. */
export function isNear(places: readonly (Dated & { mayEdit: boolean })[], day: string): boolean {
  const open = places.filter(isOpenOn(day))
  return (open.length > 0 ? open : places).some(({ mayEdit }) => mayEdit)
}

/** Then everybody is, also pupils and guardians, who never had a place. */
export const reachesAll = ({ district, orgPaths }: Scope) => district || orgPaths.some((path) => !path.includes('.'))

/** All open places, each with whether it is within reach. Not holding the right at all reaches nothing. */
async function openPlaces(ctx: Ctx, permission: Right, personId: string) {
  const scope = ctx.actor.permissions.has(permission) ? scopeOf(ctx, permission) : null
  return (await placesEverywhere(ctx.db, personId, scope)).filter(isOpenOn(dayOf(ctx.now)))
}

const isFar = ({ mayEdit }: PlaceRow) => !mayEdit

/** Refuses unless all the places that somebody holds, or will, are within reach. */
export async function requireAllWithin(ctx: Ctx, permission: Right, personId: string) {
  const far = (await openPlaces(ctx, permission, personId)).filter(isFar)
  if (takesOver.includes(permission)) await guardAccount(ctx, personId, far)
  if (far[0]) throw new Refusal(wordsFor[permission](far[0].orgName))
}

/**
 * Refuses unless the main place is within reach, or all of them are: otherwise a school could make an administrator of
 * the district a colleague, and take over the account. The school where somebody mainly works is not locked out by
 * whoever else employs him for a few hours; but whoever manages others elsewhere (`guardAccount` knows) is not signed in
 * as from there, nor whoever is about to go.
 */
export async function requireInCharge(ctx: Ctx, permission: Right, personId: string) {
  const places = await openPlaces(ctx, permission, personId)
  if (takesOver.includes(permission)) await guardAccount(ctx, personId, places.filter(isFar))
  const far = farHome(places, permission, dayOf(ctx.now))
  if (far) throw new Refusal(wordsFor[permission](far.orgName))
}

/** The place elsewhere that decides instead; nothing for whoever is in charge. */
function farHome(places: readonly PlaceRow[], permission: Right, day: string): PlaceRow | undefined {
  const far = places.filter(isFar)
  const homes = takesOver.includes(permission) ? places.filter(({ isMain }) => isMain) : homesOf(places, day)
  return homes.length > 0 ? homes.find(isFar) : far[0]
}

export async function isInCharge(ctx: Ctx, permission: Right, personId: string): Promise<boolean> {
  return farHome(await openPlaces(ctx, permission, personId), permission, dayOf(ctx.now)) === undefined
}

/** Whether the caller may read about a person by `user.read`: a current membership in scope, or the last ones of a leaver. */
export async function isStaffInScope(ctx: Ctx, personId: string): Promise<boolean> {
  const reading = ctx.actor.permissions.get('user.read')
  if (!reading) return false
  const day = dayOf(ctx.now)
  const places = await placesEverywhere(ctx.db, personId, null, reading)
  const open = places.filter(isOpenOn(day))
  return (open.length > 0 ? open : places).some(({ mayRead }) => mayRead)
}

const ofAccount = (orgName: string) => `该人员的登录信息由主要任职单位${orgName}或上级单位处理`
export const wordsFor: Record<Right, (orgName: string) => string> = {
  'user.edit': (orgName) => `该人员主要在${orgName}任职，姓名、性别、证件和手机由该单位或上级单位修改`,
  'user.reset': ofAccount,
  'org.appoint': ofAccount,
  'user.merge': (orgName) => `该人员在${orgName}也有任职，请由上级单位合并`,
  'user.reveal': (orgName) => `该人员主要在${orgName}任职，完整信息由该单位或上级单位查看`,
}
/** For what the file says already: whoever employs somebody besides fills gaps only. */
export const keptByHome = '已由主要任职单位填写，由该单位或上级单位修改'
