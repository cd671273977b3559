import { useState } from 'react'
import { isIdCard } from '#packages/core'
import { Card } from '#packages/web/light/card.tsx'
import { Checkbox } from '#packages/web/light/checkbox.tsx'
import { Chips } from '#packages/web/light/chips.tsx'
import { idCardGroups, mobileGroups } from '#packages/web/light/digit-groups.ts'
import { DateField } from '#packages/web/light/date-field.tsx'
import { DerivedFacts } from '#packages/web/light/phone-flow/derived-facts.tsx'
import { SelectField } from '#packages/web/light/select-field.tsx'
import { Switch } from '#packages/web/light/switch.tsx'
import { TextField } from '#packages/web/light/text-field.tsx'
import { Group } from './group.tsx'
import styles from './gallery.module.css'

const relations = ['父亲', '母亲', '祖父母'].map((label) => ({ value: label, label }))

export function FieldParts() {
  const [name, setName] = useState('陈知远')
  const [idCard, setIdCard] = useState('3301002020')
  const [mobile, setMobile] = useState('1380013567')
  const [day, setDay] = useState('2026-11-20')
  const [nursery, setNursery] = useState('')
  const [relation, setRelation] = useState('母亲')
  const [isSame, setSame] = useState(true)
  const [isOn, setOn] = useState(true)
  return (
    <>
      <Group caption="输入框 48，标签在上 15，正文 17">
        <Card>
          <div className={styles['fields']}>
            <TextField label="普通" value={name} onChange={setName} />
            <TextField
              label="正在输入"
              value={idCard}
              onChange={setIdCard}
              groups={idCardGroups}
              isValid={isIdCard(idCard)}
            />
            <TextField label="自动得出" value="宋雅宁" onChange={setName} from="来自您的登录账号" isOptional />
            <TextField
              label="有错误"
              value={mobile}
              onChange={setMobile}
              groups={mobileGroups}
              error="请输入正确的手机号（还差 1 位）"
            />
            <DateField label="日期" value={day} onChange={setDay} min="2026-11-19" />
            <SelectField
              label="空"
              name="nursery"
              value={nursery}
              onChange={setNursery}
              options={['云禾区滨河幼儿园', '云禾区实验幼儿园']}
              isOptional
            />
            <DerivedFacts
              from="由身份证号得出，不用再填"
              facts={[
                { label: '性别', value: '男' },
                { label: '出生日期', value: '2020-03-09' },
                { label: '8月31日年龄', value: '6 岁' },
              ]}
              verdict="符合 2026 年小学入学年龄"
            />
          </div>
        </Card>
      </Group>
      <Group caption="选择：选中 = 加粗边 + 底色 + 勾">
        <Card>
          <div className={styles['fields']}>
            <Chips
              label="与孩子的关系"
              name="relation"
              value={relation}
              onChange={setRelation}
              options={[...relations, { value: 'off', label: '不可选', isDisabled: true }]}
            />
            <Checkbox
              isLarge
              label="户籍地址与住房地址相同"
              checked={isSame}
              onChange={(event) => setSame(event.target.checked)}
            />
            <Switch label="课后服务提醒" hint="每天 16:00 发一条消息" isOn={isOn} onChange={setOn} />
          </div>
        </Card>
      </Group>
    </>
  )
}
