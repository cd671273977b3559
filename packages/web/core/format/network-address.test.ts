import { expect, it, vi } from 'vitest'
import { isIpAddress, isPort, parseWebAddress, findWebAddress } from './network-address.ts'

it.each(['0.0.0.0', '192.168.1.20', '255.255.255.255'])('accepts %s as an IP address', (text) => {
  expect(isIpAddress(text)).toBe(true)
})

it.each(['256.1.1.1', '1.2.3', '1.2.3.4.5', '01.2.3.4', '1.2.3.4 ', 'a.b.c.d', '::1', ''])(
  'refuses "%s" as an IP address',
  (text) => expect(isIpAddress(text)).toBe(false),
)

it.each(['0', '80', '65535'])('accepts %s as a port', (text) => expect(isPort(text)).toBe(true))

it.each(['65536', '-1', '080', '8.0', '1e3', ' 80', ''])('refuses "%s" as a port', (text) => {
  expect(isPort(text)).toBe(false)
})

it('parses web addresses', () => {
  expect(findWebAddress('https://yunhe.example/a?b=1')?.pathname).toBe('/a')
  expect(findWebAddress('http://10.0.0.1:8080/')?.port).toBe('8080')
})

it.each(['ftp://yunhe.example/a', 'javascript:alert(1)', 'data:text/html,x'])(
  'throws 仅支持 http 或 https 协议 for %s, and catches it silently',
  (text) => {
    const logged = vi.spyOn(console, 'error')
    expect(() => parseWebAddress(text)).toThrow('仅支持 http 或 https 协议')
    expect(findWebAddress(text)).toBeUndefined()
    expect(logged).not.toHaveBeenCalled()
    logged.mockRestore()
  },
)

it('returns nothing for text that is not an address', () => expect(findWebAddress('云禾区')).toBeUndefined())
