import { SafetyCertificateOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { roleKey, setDutySeparation, dutySeparationQuery, type DutySeparation } from '../../role-queries.ts'
import { ConfirmAction } from '#packages/web/desk/confirm-action.tsx'
import styles from './duty-separation.module.css'

/** Whether duties are separated in the district, and who holds them. */
export function SeparationStrip({ isForDistrict }: { isForDistrict: boolean }) {
  const { data } = useQuery(dutySeparationQuery)
  const [isAsking, setAsking] = useState(false)
  // Schools are not concerned.
  if (!data || (!isForDistrict && !data.mayChange)) return null
  const { isOn, mayChange, administrators } = data
  return (
    <section className={styles['strip']} aria-label="三员分立">
      <Glyph of={SafetyCertificateOutlined} />
      <strong>三员分立</strong>
      <span className={isOn ? styles['on'] : styles['off']}>{isOn ? '已启用' : '未启用'}</span>
      <ul className={styles['administrators']}>
        {administrators.map((one) => (
          <li key={one.template}>
            <span className={styles['title']}>{one.title}</span> {namesOf(one)}
          </li>
        ))}
      </ul>
      {mayChange && (
        <Button size="small" onClick={() => setAsking(true)}>
          {isOn ? '停用' : '启用'}
        </Button>
      )}
      {isAsking && <SeparationDialog isOn={!isOn} onClose={() => setAsking(false)} />}
    </section>
  )
}

const namesShown = 3

function namesOf({ people }: DutySeparation['administrators'][number]) {
  if (people.length === 0) return '未指定'
  const names = people.slice(0, namesShown).map(({ name, hasAccount }) => (hasAccount ? name : `${name}（未开通账号）`))
  return `${names.join('、')}${people.length > namesShown ? `等 ${people.length} 人` : ''}`
}

function SeparationDialog({ isOn, onClose }: { isOn: boolean; onClose: () => void }) {
  return (
    <ConfirmAction
      title={isOn ? '启用三员分立' : '停用三员分立'}
      submitLabel={isOn ? '启用' : '停用'}
      isDanger={!isOn}
      submit={() => setDutySeparation(isOn)}
      done={isOn ? '已启用三员分立' : '已停用三员分立'}
      queryKey={roleKey}
      onClose={onClose}
    >
      <p>
        {isOn
          ? '启用后，全区的角色和授权只由安全管理员办理，全区日志只由审计管理员查看；系统管理员不再有这两项权限。启用后只有安全管理员可以停用。'
          : '停用后，系统管理员重新可以办理全区的角色和授权。'}
      </p>
    </ConfirmAction>
  )
}
