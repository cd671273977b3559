import { found, newId, Refusal, scopeOf, type Ctx } from '#packages/core'
import { recordIdentityChange } from '#kernel/audit/server'
import { withdrawInvitations } from '#kernel/identity/server'
import type { PlaceForm } from '../../contract.ts'
import { refusedPlaces } from '../guards.ts'
import { appointMain, datePlace, insertPlace, onlyMain, placesEverywhere, updatePlaces } from '../place-queries.ts'
import { findUser, type UserRow } from '../user-queries.ts'
import { alreadyThere, destination } from './adding.ts'
import { keepingCounts } from './counting.ts'
import { daysAfter, lastDayOf, momentOf } from './presenting.ts'

/** A further place of somebody, or what one of them is from now on. One of the open places is the main one, always. */
export async function savePlace(ctx: Ctx, form: PlaceForm) {
  const scope = scopeOf(ctx, 'user.edit')
  const person = found(await findUser(ctx.db, scope, form.userId, momentOf(ctx)), '人员')
  const place = form.id ? found(await findUser(ctx.db, scope, form.id, momentOf(ctx)), '任职') : null
  if (place && place.personId !== person.personId) throw new Refusal('该任职不属于此人员')
  if (place && place.orgId !== form.orgId) throw new Refusal('任职单位不能更改，请使用人员变动')
  await destination(ctx, form.orgId, form.departmentId)
  if (form.isMain) await requireMainWithin(ctx, person.personId)
  const id = form.id ?? newId()
  const { personId } = person
  await keepingCounts(ctx, [personId], async () => {
    await (place ? changePlace(ctx, place, form) : addPlace(ctx, personId, id, form))
    const { day } = momentOf(ctx)
    if (form.isMain) await onlyMain(ctx.db, personId, id, day, ctx.now)
    await appointMain(ctx.db, [personId], day, ctx.now)
  })
  return { id }
}

/** The main place is taken from another organisation only by who may change that one too. */
async function requireMainWithin(ctx: Ctx, personId: string) {
  const { day } = momentOf(ctx)
  const places = await placesEverywhere(ctx.db, personId, scopeOf(ctx, 'user.edit'))
  const main = places.find(({ isMain, overOn }) => isMain && (overOn === null || overOn > day))
  if (main && !main.mayEdit) throw new Refusal(`主要任职在${main.orgName}，由该单位或上级单位调整`)
}

const overOnOf = ({ endsOn }: PlaceForm) => (endsOn === null ? null : daysAfter(endsOn, 1))

async function addPlace(ctx: Ctx, personId: string, id: string, form: PlaceForm) {
  const { orgId, departmentId, userType, post, isMain, startsOn } = form
  await insertPlace(
    ctx.db,
    { id, personId, orgId, departmentId, userType, post, isMain, beginsOn: startsOn, overOn: overOnOf(form) },
    ctx.now,
  ).catch(alreadyThere)
  await withdrawInvitations(ctx, personId)
  await recordIdentityChange(ctx, 'place-added', '', { personId, accountId: null })
}

async function changePlace(ctx: Ctx, place: UserRow, form: PlaceForm) {
  const { day } = momentOf(ctx)
  const overOn = overOnOf(form)
  const endsSooner = overOn !== null && (place.overOn === null || overOn < place.overOn)
  // What would take the place away today, or some day, is asked about like every other way to do so.
  if (endsSooner || (form.startsOn > day && place.beginsOn <= day)) {
    const reason = (await refusedPlaces(ctx, [place.id])).get(place.id)
    if (reason) throw new Refusal(reason)
  }
  if (form.startsOn !== place.beginsOn || form.endsOn !== lastDayOf(place.overOn))
    await datePlace(ctx.db, place.id, form.startsOn, overOn, ctx.now).catch(alreadyThere)
  const { departmentId, userType, post, isMain } = form
  const change = { department_id: departmentId, user_type: userType, post, is_main: isMain }
  await updatePlaces(ctx.db, [place.id], change, ctx.now).catch(alreadyThere)
  if (endsSooner)
    await recordIdentityChange(ctx, 'place-ended', '', { personId: place.personId, accountId: place.accountId })
}
