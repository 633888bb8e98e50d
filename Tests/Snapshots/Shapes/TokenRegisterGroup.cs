// A method that is passed by its name.
using System.Threading;

public sealed class C
{
    public CancellationTokenRegistration Register(CancellationToken token) => token.Register(OnCancelled);

    private void OnCancelled()
    {
    }
}
