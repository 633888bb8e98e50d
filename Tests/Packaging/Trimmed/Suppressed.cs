using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
using System.Threading.Tasks;

namespace Trimmed;

/// <summary>These methods suppress the warnings of the analysers.</summary>
public class Suppressed
{
    [UnconditionalSuppressMessage("Trimming", "IL2026")]
    [UnconditionalSuppressMessage("AOT", "IL3050")]
    [UnconditionalSuppressMessage("SingleFile", "IL3002")]
    public void Sync(Task task, string name)
    {
        task.ContinueWith(t => Reflecting.Told(name));
        task.ContinueWith(t => Reflecting.Told(this));
        task.ContinueWith(Told);
    }

    [UnconditionalSuppressMessage("Trimming", "IL2026")]
    [UnconditionalSuppressMessage("AOT", "IL3050")]
    [UnconditionalSuppressMessage("SingleFile", "IL3002")]
    public async Task Async(Task task, string name)
    {
        await task.ContinueWith(t => Reflecting.Told(name));
        await task.ContinueWith(t => Reflecting.Told(this));
        await task.ContinueWith(Told);
    }

    [UnconditionalSuppressMessage("Trimming", "IL2026")]
    [UnconditionalSuppressMessage("AOT", "IL3050")]
    [UnconditionalSuppressMessage("SingleFile", "IL3002")]
    public IEnumerable<Task> Iterator(Task task, string name)
    {
        yield return task.ContinueWith(t => Reflecting.Told(name));
        yield return task.ContinueWith(t => Reflecting.Told(this));
    }

    public Task ByTheLambda(Task task, string name) =>
        task.ContinueWith(
            [UnconditionalSuppressMessage("Trimming", "IL2026")]
            [UnconditionalSuppressMessage("AOT", "IL3050")]
            [UnconditionalSuppressMessage("SingleFile", "IL3002")]
            (t) => Reflecting.Told(name));

    [UnconditionalSuppressMessage("Trimming", "IL2026")]
    [UnconditionalSuppressMessage("AOT", "IL3050")]
    [UnconditionalSuppressMessage("SingleFile", "IL3002")]
    public async Task RequiredByTheLambda(Task task, string name) =>
        await task.ContinueWith(
            [RequiresUnreferencedCode("It is told."), RequiresDynamicCode("It is told."), RequiresAssemblyFiles("It is told.")]
            (t) => Reflecting.Told(name));

    [RequiresUnreferencedCode("It is told.")]
    [RequiresDynamicCode("It is told.")]
    [RequiresAssemblyFiles("It is told.")]
    private int Told(Task task) => 1;
}

[UnconditionalSuppressMessage("Trimming", "IL2026")]
[UnconditionalSuppressMessage("AOT", "IL3050")]
[UnconditionalSuppressMessage("SingleFile", "IL3002")]
public class SuppressedClass
{
    public void Sync(Task task, string name)
    {
        task.ContinueWith(t => Reflecting.Told(this));
        task.ContinueWith(t => Reflecting.Told(name));
    }

    public async Task Async(Task task, string name)
    {
        await task.ContinueWith(t => Reflecting.Told(this));
        await task.ContinueWith(t => Reflecting.Told(name));
    }

    public IEnumerable<Task> Iterator(Task task, string name)
    {
        yield return task.ContinueWith(t => Reflecting.Told(this));
        yield return task.ContinueWith(t => Reflecting.Told(name));
    }
}
