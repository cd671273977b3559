import { notFound, type Ctx } from '#packages/core'
import { defineServerModule, inOwnDistrict, mount } from '#packages/http'
import { findAreaOfOrganisation, hasOrganisationInArea } from '#kernel/org/server/api.ts'
import { weatherApi } from '../contract.ts'
import { manifest } from '../manifest.ts'
import { unknownAreaTemplate } from './notify-unknown-area.ts'
import { readWeatherProvider } from './weather-provider.ts'
import { weatherSetting } from './settings.ts'
import { familyWeather, findPlace, getPlaceWeather } from './place-weather.ts'
import { createWeatherService, waitForRefreshes } from './weather-service.ts'

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
      const place = await inOwnDistrict(
        own,
        async (ctx) => findPlace(ctx, orgId, await findArea(ctx, query.areaCode)),
        { readOnly: true },
      )
      return getPlaceWeather(own, place)
    })
    // A refresh that has taken its turn must store its answer: nobody else asks for 20 minutes.
    app.addHook('preClose', () => waitForRefreshes(app.portal))
  },
})

/** The area whose weather is asked for. Areas of other districts are not found. */
async function findArea({ actor, db }: Ctx, areaCode: string | undefined): Promise<string | undefined> {
  if (areaCode === undefined) return findAreaOfOrganisation(db, actor.orgId)
  if (!(await hasOrganisationInArea(db, areaCode))) throw notFound('行政区划')
  return areaCode
}
