import { defineServerModule } from '#packages/http'
import { manifest } from '../manifest.ts'
import { settingRoutes } from './routes.ts'

export { schoolsTold, settingChanged, settingPushed, settingTitle } from './events.ts'
export { amount, choice, choices, day, rows, secret, toggle, type SettingKey } from './keys.ts'
export { defineSetting, defineTagList, type Setting } from './registry.ts'
export { openSecret } from './service/saving.ts'
export { closingsAt, offerApplications } from './specified.ts'
export { readTags } from './service/tags.ts'
export { changeSetting, readSetting, writeSetting } from './service/writing.ts'
export default defineServerModule({ manifest, routes: settingRoutes })
