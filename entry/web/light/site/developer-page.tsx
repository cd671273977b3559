import { usePageTitle } from '#packages/web/core/page-title.ts'
import { Bar } from '#packages/web/light/bar.tsx'
import { ButtonLink } from '#packages/web/light/button.tsx'
import { LightPage } from '#packages/web/light/page.tsx'
import { EmptyState } from '#packages/web/light/state-notice.tsx'

/** The sign-in page of developers, until their platform exists. */
export default function DeveloperPage() {
  usePageTitle('开发者登录')
  return (
    <LightPage head={<Bar title="开发者登录" back="/login" />}>
      <EmptyState
        title="开发者平台尚未开放"
        next={
          <ButtonLink kind="tint" size="small" href="/login">
            返回登录
          </ButtonLink>
        }
      >
        开放后，可在这里申请应用密钥和接口权限。需要对接数据的，请先联系区教育局管理员。
      </EmptyState>
    </LightPage>
  )
}
