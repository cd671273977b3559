import { LoadingOutlined } from '@ant-design/icons'
import { Glyph } from './glyph.tsx'

const turning = { icon: <Glyph of={LoadingOutlined} /> }

/** For a button's `loading`: antd's own circle says an English word aloud. */
export const turningWhile = (busy: boolean) => busy && turning
