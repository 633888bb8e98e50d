using System;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
using System.Threading.Tasks;

namespace Trimmed;

/// <summary>The analysers warn the callers of these methods.</summary>
public class Required
{
    private readonly string _name = "a";

    [RequiresUnreferencedCode("It is told.")]
    [RequiresDynamicCode("It is told.")]
    [RequiresAssemblyFiles("It is told.")]
    public void Sync(Task task, string name)
    {
        task.ContinueWith(t => Reflecting.Told(name));
        task.ContinueWith(t => Reflecting.Told(this));
        task.ContinueWith(t => Reflecting.Told(name + _name));
        task.ContinueWith(Group);
        task.ContinueWith(Told);
    }

    [RequiresUnreferencedCode("It is told.")]
    [RequiresDynamicCode("It is told.")]
    [RequiresAssemblyFiles("It is told.")]
    public async Task Async(Task task, string name)
    {
        await task.ContinueWith(t => Reflecting.Told(name));
        await task.ContinueWith(t => Reflecting.Told(this));
        await task.ContinueWith(t => Reflecting.Told(name + _name));
        await task.ContinueWith(Group);
        await task.ContinueWith(Told);
    }

    [RequiresUnreferencedCode("It is told.")]
    [RequiresDynamicCode("It is told.")]
    [RequiresAssemblyFiles("It is told.")]
    public async void Void(Task task, string name)
    {
        await task.ContinueWith(t => Reflecting.Told(name));
        await task.ContinueWith(t => Reflecting.Told(this));
    }

    [RequiresUnreferencedCode("It is told.")]
    [RequiresDynamicCode("It is told.")]
    [RequiresAssemblyFiles("It is told.")]
    public IEnumerable<Task> Iterator(Task task, string name)
    {
        yield return task.ContinueWith(t => Reflecting.Told(name));
        yield return task.ContinueWith(t => Reflecting.Told(this));
        yield return task.ContinueWith(t => Reflecting.Told(name + _name));
        yield return task.ContinueWith(Group);
    }

    [RequiresUnreferencedCode("It is told.")]
    [RequiresDynamicCode("It is told.")]
    [RequiresAssemblyFiles("It is told.")]
    public async IAsyncEnumerable<int> AsyncIterator(Task task, string name)
    {
        yield return await task.ContinueWith(t => Reflecting.Told(name));
        yield return await task.ContinueWith(t => Reflecting.Told(this));
    }

    [RequiresUnreferencedCode("It is told.")]
    [RequiresDynamicCode("It is told.")]
    [RequiresAssemblyFiles("It is told.")]
    public Task InLambdas(Task task, string name) => task.ContinueWith(t =>
    {
        var other = name + "x";
        t.ContinueWith(u => Reflecting.Told(name));
        t.ContinueWith(u => Reflecting.Told(this));
        return t.ContinueWith(u => Reflecting.Told(other));
    });

    [RequiresUnreferencedCode("It is told.")]
    [RequiresDynamicCode("It is told.")]
    [RequiresAssemblyFiles("It is told.")]
    public Task InALocalFunction(Task task, string name)
    {
        return Inner();

        async Task Inner()
        {
            await task.ContinueWith(t => Reflecting.Told(name));
            await task.ContinueWith(t => Reflecting.Told(this));
            Func<Task> inTheFunction = async () =>
            {
                var other = name + "x";
                await task.ContinueWith(t => Reflecting.Told(other));
            };
            await inTheFunction();
        }
    }

    // Other methods of this class also create a delegate of Group.
    [RequiresUnreferencedCode("It is told.")]
    [RequiresDynamicCode("It is told.")]
    [RequiresAssemblyFiles("It is told.")]
    public Task SameGroup(Task task) => task.ContinueWith(Group);

    private int Group(Task task) => 1;

    [RequiresUnreferencedCode("It is told.")]
    [RequiresDynamicCode("It is told.")]
    [RequiresAssemblyFiles("It is told.")]
    private int Told(Task task) => 1;
}

/// <summary>The analysers warn code that creates an instance of this class.</summary>
[RequiresUnreferencedCode("It is told.")]
[RequiresDynamicCode("It is told.")]
public class RequiredClass
{
    public static Task StaticSync(Task task, string name) => task.ContinueWith(t => Reflecting.Told(name));

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
