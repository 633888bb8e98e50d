// CancellationToken.Register
using System.Threading;

public static class C
{
    public static CancellationTokenRegistration Register(CancellationToken token, CancellationTokenSource source) => token.Register(() => source.Cancel());
}
