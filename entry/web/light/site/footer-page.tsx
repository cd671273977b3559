import { usePageTitle } from '#packages/web/core/page-title.ts'
import { Bar } from '#packages/web/light/bar.tsx'
import { RecordIcon, ShieldIcon } from '#packages/web/light/more-icons.tsx'
import { LightPage } from '#packages/web/light/page.tsx'
import { CallIcon } from '#packages/web/light/part-icons.tsx'
import { HelpIcon } from '#packages/web/light/icons.tsx'
import { LinkRow, LinkList, DetailRow, DetailList } from '#packages/web/light/row.tsx'
import { icpRegister, policies } from './site-links.ts'
import { toDialNumber } from './site-foot.tsx'
import { useAbout } from './use-about.ts'

/** The site footer as a page of its own. */
export default function FooterPage() {
  usePageTitle('关于本平台')
  const { icp, policeFiling, policeUrl, helpPhone } = useAbout()
  const outside = { target: '_blank', rel: 'noreferrer' }
  return (
    <LightPage head={<Bar title="关于本平台" back="/" />}>
      <LinkList>
        {policies.map(({ name, title }) => (
          <LinkRow key={name} icon={<ShieldIcon />} label={title} href={`/policy/${name}`} />
        ))}
        <LinkRow icon={<HelpIcon />} label="帮助" href="/help" />
        {helpPhone && (
          <LinkRow icon={<CallIcon />} label="服务热线" note={helpPhone} href={`tel:${toDialNumber(helpPhone)}`} />
        )}
        <LinkRow icon={<RecordIcon />} label="浏览器要求" href="/help#browsers" />
      </LinkList>
      {(icp || policeFiling) && (
        <DetailList>
          {icp && (
            <DetailRow label="备案号">
              <a href={icpRegister} {...outside}>
                {icp}
              </a>
            </DetailRow>
          )}
          {policeFiling && (
            <DetailRow label="公安备案">
              {policeUrl ? (
                <a href={policeUrl} {...outside}>
                  {policeFiling}
                </a>
              ) : (
                policeFiling
              )}
            </DetailRow>
          )}
        </DetailList>
      )}
    </LightPage>
  )
}
