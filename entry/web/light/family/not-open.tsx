import { usePageTitle } from '#packages/web/core/page-title.ts'
import { studentHome } from '../../who.ts'
import { Notice } from '../notice.tsx'

export default function NotOpen() {
  usePageTitle('不能使用')
  return (
    <Notice title="该功能不对学生开放" way={{ label: '返回首页', to: studentHome }}>
      这个页面供教职工使用。
    </Notice>
  )
}
