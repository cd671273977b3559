import { notFound, type Ctx } from '#packages/core'
import { defineServerModule, inOwnDistrict, mount } from '#packages/http'
import { findAreaOfOrganisation, hasOrganisationInArea } from '#kernel/org/server/api.ts'
import { weatherApi } from '../contract.ts'
import { manifest } from '../manifest.ts'
import { unknownAreaTemplate } from './notify-unknown-area.ts'
import { readWeatherProvider } from './weather-provider.ts'
import { createWeatherService, getAreaWeather, waitForRefreshes } from './weather-service.ts'

export default defineServerModule({
  manifest,
  messageTemplates: [unknownAreaTemplate],
  fromSettings: (env) => {
    const provider = readWeatherProvider(env)
    return provider ? { weatherService: [createWeatherService(provider)] } : {}
  },
  routes: (app) => {
    mount(app, weatherApi.get, async (own, { query }) => {
      const area = await inOwnDistrict(own, (ctx) => findArea(ctx, query.areaCode), { readOnly: true })
      return area === undefined ? null : getAreaWeather(own, area)
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
