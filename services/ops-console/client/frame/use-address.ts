import { useSearchParams } from 'react-router'

/** What is chosen on a page stands in its address, so that a link shows the same to somebody else and a reload keeps it. What is empty is left out. */
export function useAddress(): { readonly of: (name: string) => string; readonly choose: (values: Readonly<Record<string, string>>) => void } {
  const [address, setAddress] = useSearchParams()
  return {
    of: (name) => address.get(name) ?? '',
    choose: (values) => {
      setAddress((present) => {
        const next = new URLSearchParams(present)
        for (const [name, value] of Object.entries(values)) { if (value === '') next.delete(name); else next.set(name, value) }
        return next
      }, { replace: true })
    },
  }
}
