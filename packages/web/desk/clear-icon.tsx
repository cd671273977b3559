import { CloseCircleFilled } from '@ant-design/icons'
import { Glyph } from './glyph.tsx'

/** What empties a field. antd's own says its English name aloud. */
export const silentClear = { clearIcon: <Glyph of={CloseCircleFilled} /> }
