import { CloseCircleFilled } from '@ant-design/icons'
import { Glyph } from './glyph.tsx'

/** The icon that clears a field. antd's own announces its English name. */
export const silentClear = { clearIcon: <Glyph of={CloseCircleFilled} /> }
