import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'
import { settingRoutes } from './routes.ts'

export { listAffectedSchools, settingChanged, settingPushed, getSettingTitle } from './setting-events.ts'
export { amount, choice, choices, day, rows, secret, toggle, type SettingKey } from './setting-keys.ts'
export { defineSetting, defineTagList, type Setting } from './setting-registry.ts'
export { decryptSecret } from './service/save-settings.ts'
export { closingsAt, offerApplications } from './specified.ts'
export { listSettingTags } from './service/setting-tags.ts'
export { updateSetting, getSetting, writeSetting } from './service/write-settings.ts'
export default defineServerModule({ manifest, routes: settingRoutes })
