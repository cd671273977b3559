import { createShortCache, dayOf, type Ctx } from '#packages/core'
import { inOwnDistrict, type RequestCtx } from '#packages/http'
import { findAreaOfOrganisation, findUnitById } from '#kernel/org/server/api.ts'
import type { FamilyHomePart } from '#kernel/student/server/api.ts'
import type { Weather } from '../contract.ts'
import { weatherSetting, type WeatherLimits } from './settings.ts'
import { getAreaWeather } from './weather-service.ts'
import { findWarning } from './weather-warning.ts'

/** An area, and what an organisation there calls unusual. */
interface WeatherPlace {
  area: string
  limits: WeatherLimits
}

export async function findPlace(ctx: Ctx, orgId: string, area: string | undefined): Promise<WeatherPlace | undefined> {
  const unit = area === undefined ? undefined : await findUnitById(ctx, orgId)
  return area !== undefined && unit ? { area, limits: await weatherSetting.read(ctx, unit.path) } : undefined
}

export async function getPlaceWeather(own: RequestCtx, place: WeatherPlace | undefined): Promise<Weather | null> {
  if (!place) return null
  const weather = await getAreaWeather(own, place.area)
  return weather && { ...weather, warning: findWarning(weather, place.limits, dayOf(own.now)) }
}

/** A whole district opens the home at seven in the morning, and the place of a school is the same for all. */
const schoolPlaces = createShortCache<WeatherPlace | undefined>(30_000)

/** The weather at the school of a child. */
export const familyWeather: FamilyHomePart = {
  key: 'weather',
  read: async (own, { orgId }) => {
    const findSchool = async (ctx: Ctx) => findPlace(ctx, orgId, await findAreaOfOrganisation(ctx.db, orgId))
    const place = await schoolPlaces([own.actor!.districtId, orgId].join(), own.now, () =>
      inOwnDistrict(own, findSchool, { readOnly: true }),
    )
    const weather = await getPlaceWeather(own, place)
    const live = weather?.lives[0]
    if (!live) return null
    const { stale, asOf, warning } = weather
    return { text: `${live.weather} ${live.temperature}℃`, asOf: stale ? asOf : null, warning }
  },
}
