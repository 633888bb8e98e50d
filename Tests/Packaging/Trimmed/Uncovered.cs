using System.Diagnostics.CodeAnalysis;
using System.Threading.Tasks;

namespace Trimmed;

/// <summary>Nothing suppresses the analysers' warnings about these methods, woven or not.</summary>
public class Uncovered
{
    public Task Sync(Task task, string name) => task.ContinueWith(t => Reflecting.Told(name));

    public async Task Async(Task task, string name)
    {
        await task.ContinueWith(t => Reflecting.Told(name));
        await task.ContinueWith(t => Reflecting.Told(this));
    }

    public async Task RequiredByTheLambda(Task task, string name) =>
        await task.ContinueWith(
            [RequiresUnreferencedCode("It is told."), RequiresDynamicCode("It is told."), RequiresAssemblyFiles("It is told.")]
            (t) => Reflecting.Told(name));

    public Task Group(Task task) => task.ContinueWith(Told);

    public async Task GroupAsync(Task task) => await task.ContinueWith(Told);

    [RequiresUnreferencedCode("It is told.")]
    [RequiresDynamicCode("It is told.")]
    [RequiresAssemblyFiles("It is told.")]
    private int Told(Task task) => 1;
}
