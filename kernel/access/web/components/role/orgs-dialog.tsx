import { CloseOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Button } from '#packages/web/desk/button.tsx'
import { Dialog } from '#packages/web/desk/dialog.tsx'
import { getLabelId } from '#packages/web/desk/form/form-row.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { usePhone } from '#packages/web/desk/use-phone.ts'
import { OrgPicker } from '#kernel/org/web/index.ts'
import { orgNameQuery } from '../../role-queries.ts'
import styles from './dialogs.module.css'

interface Props {
  orgIds: readonly string[]
  isFixed: boolean
  onChoose: (orgIds: readonly string[]) => void
  onClose: () => void
}

/** The organisations of a permission with the scope `listed-orgs`. */
export function OrgsDialog({ orgIds, isFixed, onChoose, onClose }: Props) {
  const [chosen, setChosen] = useState(orgIds)
  const isPhone = usePhone()
  const id = useId()
  return (
    <Dialog
      title="指定单位"
      size="form"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{isFixed ? '关闭' : '取消'}</Button>
          {!isFixed && (
            <Button
              type="primary"
              disabled={chosen.length === 0}
              onClick={() => {
                onChoose(chosen)
                onClose()
              }}
            >
              确定（{chosen.length} 个单位）
            </Button>
          )}
        </>
      }
    >
      {!isFixed && (
        <div className={styles['asked']}>
          <span id={getLabelId(id)} className={styles['label']}>
            选择单位
          </span>
          <OrgPicker
            key={chosen.length}
            control={{ id, status: '', 'aria-invalid': false }}
            name="org"
            value={null}
            options={[]}
            placeholder="选择一个单位加入"
            none={null}
            isPhone={isPhone}
            isRequired
            isFilled={false}
            onChange={(org) => typeof org === 'string' && !chosen.includes(org) && setChosen([...chosen, org])}
            onPending={() => {}}
          />
        </div>
      )}
      {chosen.length === 0 && <p className={styles['none']}>还没有选择单位。</p>}
      <ul aria-label="已选单位">
        {chosen.map((one) => (
          <li key={one} className={styles['row']}>
            <OrgName id={one} />
            {!isFixed && (
              <Button
                type="text"
                size="small"
                icon={<Glyph of={CloseOutlined} />}
                aria-label="移除"
                title="移除"
                onClick={() => setChosen(chosen.filter((other) => other !== one))}
              />
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function OrgName({ id }: { id: string }) {
  const { data, isError } = useQuery(orgNameQuery(id))
  return <span className={styles['grow']}>{isError ? '不可见的单位' : (data ?? '…')}</span>
}
