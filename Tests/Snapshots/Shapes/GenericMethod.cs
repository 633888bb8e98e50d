// The same for a generic method of a generic struct.
using System.Threading.Tasks;

public struct Source<T>
{
    public async ValueTask<(T, TOther)> ReadAsync<TOther>(T value, TOther other)
    {
        await Task.Yield();
        return (value, other);
    }
}
