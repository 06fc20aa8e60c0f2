export function openApiDocument(..._: unknown[]): object {
  return {}
}
