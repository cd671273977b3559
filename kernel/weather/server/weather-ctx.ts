import type { RequestCtx } from '#packages/http'

/** What a refresh needs of the request that began it. */
export type WeatherCtx = Pick<RequestCtx, 'app' | 'actor' | 'cells' | 'now' | 'ephemeralStore' | 'log'>
