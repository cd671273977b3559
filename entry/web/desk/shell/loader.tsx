import { LoadingOutlined } from '@ant-design/icons'
import { useNavigation } from 'react-router'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { hasLoader, useLoader } from './use-loader.ts'
import styles from './loader.module.css'

/** Over everything while a page takes long to come. */
export function Loader() {
  const { location } = useNavigation()
  const isShown = useLoader(location !== undefined && hasLoader(location.pathname))
  return (
    isShown && (
      <div className={styles['loader']} role="status">
        <Glyph of={LoadingOutlined} />
        正在加载
      </div>
    )
  )
}
