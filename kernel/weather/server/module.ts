import { dayOf, notFound, type Ctx } from '#packages/core'
import { defineServerModule, inOwnDistrict, mount, type RequestCtx } from '#packages/http'
import { findAreaOfOrganisation, findUnitById, hasOrganisationInArea } from '#kernel/org/server/api.ts'
import type { FamilyHomePart } from '#kernel/student/server/api.ts'
import { weatherApi, type Weather } from '../contract.ts'
import { manifest } from '../manifest.ts'
import { unknownAreaTemplate } from './notify-unknown-area.ts'
import { readWeatherProvider } from './weather-provider.ts'
import { weatherSetting } from './settings.ts'
import { createWeatherService, getAreaWeather, waitForRefreshes } from './weather-service.ts'
import { findWarning } from './weather-warning.ts'

/** The weather at the school of a child. */
const familyWeather: FamilyHomePart = {
  key: 'weather',
  read: async (own, { orgId }) => {
    const weather = await getWeatherOf(own, orgId, ({ db }) => findAreaOfOrganisation(db, orgId))
    const live = weather?.lives[0]
    if (!weather || !live) return null
    return {
      text: `${live.weather} ${live.temperature}℃`,
      asOf: weather.stale ? weather.asOf : null,
      warning: weather.warning,
    }
  },
}

export default defineServerModule({
  manifest,
  messageTemplates: [unknownAreaTemplate],
  settings: [weatherSetting],
  familyHomeParts: [familyWeather],
  fromSettings: (env) => {
    const provider = readWeatherProvider(env)
    return provider ? { weatherService: [createWeatherService(provider)] } : {}
  },
  routes: (app) => {
    mount(app, weatherApi.get, async (own, { query }) => {
      const { orgId } = own.actor!
      return getWeatherOf(own, orgId, (ctx) => findArea(ctx, query.areaCode))
    })
    // A refresh that has taken its turn must store its answer: nobody else asks for 20 minutes.
    app.addHook('preClose', () => waitForRefreshes(app.portal))
  },
})

/** The weather of an area, with the warning of an organisation. */
async function getWeatherOf(
  own: RequestCtx,
  orgId: string,
  findAreaCode: (ctx: Ctx) => Promise<string | undefined>,
): Promise<Weather | null> {
  const known = await inOwnDistrict(
    own,
    async (ctx) => {
      const area = await findAreaCode(ctx)
      const unit = await findUnitById(ctx, orgId)
      return area && unit && { area, limits: await weatherSetting.read(ctx, unit.path) }
    },
    { readOnly: true },
  )
  if (!known) return null
  const weather = await getAreaWeather(own, known.area)
  return weather && { ...weather, warning: findWarning(weather, known.limits, dayOf(own.now)) }
}

/** The area whose weather is asked for. Areas of other districts are not found. */
async function findArea({ actor, db }: Ctx, areaCode: string | undefined): Promise<string | undefined> {
  if (areaCode === undefined) return findAreaOfOrganisation(db, actor.orgId)
  if (!(await hasOrganisationInArea(db, areaCode))) throw notFound('行政区划')
  return areaCode
}
