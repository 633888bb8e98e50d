using System;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
using System.Threading.Tasks;
using static System.Diagnostics.CodeAnalysis.DynamicallyAccessedMemberTypes;

namespace Trimmed;

/// <summary>The analysers follow types and their names into lambdas.</summary>
public class Accessed
{
    public Task Sync(Task task, [DynamicallyAccessedMembers(PublicMethods)] Type type) => task.ContinueWith(t => Reflecting.Methods(type));

    public Task WithMore(Task task, [DynamicallyAccessedMembers(PublicMethods)] Type type, object more) =>
        task.ContinueWith(t => Reflecting.Methods(type) + more.GetHashCode());

    public async Task Async(Task task, [DynamicallyAccessedMembers(PublicMethods)] Type type) =>
        await task.ContinueWith(t => Reflecting.Methods(type));

    public async Task AsyncWithMore(Task task, [DynamicallyAccessedMembers(PublicMethods)] Type type, object more) =>
        await task.ContinueWith(t => Reflecting.Methods(type) + more.GetHashCode());

    public IEnumerable<Task> Iterator(Task task, [DynamicallyAccessedMembers(PublicMethods)] Type type)
    {
        yield return task.ContinueWith(t => Reflecting.Methods(type));
    }

    public Task Known(Task task)
    {
        var type = typeof(List<string>);
        return task.ContinueWith(t => type.GetMethods());
    }

    public Task AsAnObject(Task task)
    {
        object type = typeof(List<string>);
        return task.ContinueWith(t => ((Type)type).GetMethods());
    }

    public Task ByName(Task task, [DynamicallyAccessedMembers(PublicMethods)] string name) =>
        task.ContinueWith(t => Reflecting.MethodsOf(name));

    public Task ByKnownName(Task task)
    {
        var name = "System.Version";
        return task.ContinueWith(t => Type.GetType(name)!.GetMethods());
    }

    public async Task ByKnownNameAsync(Task task)
    {
        var name = "System.Version";
        await task.ContinueWith(t => Activator.CreateInstance("System.Runtime", name));
    }
}

/// <summary>Type parameters of methods.</summary>
public class AccessedParameters
{
    public void Sync<[DynamicallyAccessedMembers(PublicMethods)] T>(Task task, T value)
        where T : class
    {
        task.ContinueWith(t => typeof(T).GetMethods());
        task.ContinueWith(t => Reflecting.Methods<T>() + GetHashCode());
        task.ContinueWith(t => Reflecting.Methods<T>() + value.GetHashCode());
        task.ContinueWith(t => Reflecting.Methods<T>() + value.GetHashCode() + GetHashCode());
    }

    public async Task Async<[DynamicallyAccessedMembers(PublicMethods)] T>(Task task, T value, string name)
        where T : class
    {
        await task.ContinueWith(t => typeof(T).GetMethods());
        await task.ContinueWith(t => Reflecting.Methods<T>() + GetHashCode());
        await task.ContinueWith(t => Reflecting.Methods<T>() + value.GetHashCode());
        await task.ContinueWith(t => Reflecting.Methods<T>() + value.GetHashCode() + GetHashCode());
        await task.ContinueWith(t => Reflecting.Methods<T>() + name.Length);
    }

    public IEnumerable<Task> Iterator<[DynamicallyAccessedMembers(PublicMethods)] T>(Task task, T value)
        where T : class
    {
        yield return task.ContinueWith(t => Reflecting.Methods<T>() + GetHashCode());
        yield return task.ContinueWith(t => Reflecting.Methods<T>() + value.GetHashCode());
    }

    public Task Captured<[DynamicallyAccessedMembers(PublicMethods)] T>(Task task, string name) =>
        task.ContinueWith(t => Reflecting.Methods<T>() + name.Length);

    public async Task CapturedAsync<[DynamicallyAccessedMembers(PublicMethods)] T>(Task task, string name) =>
        await task.ContinueWith(t => Reflecting.Methods<T>() + name.Length);

    public Task This<[DynamicallyAccessedMembers(PublicMethods)] T>(Task task) => task.ContinueWith(t => Reflecting.Methods<T>() + GetHashCode());

    public Task ToGroup<[DynamicallyAccessedMembers(PublicMethods)] T>(Task task) => task.ContinueWith(Group<T>);

    public async Task ToGroupAsync<[DynamicallyAccessedMembers(PublicMethods)] T>(Task task) => await task.ContinueWith(Group<T>);

    private int Group<[DynamicallyAccessedMembers(PublicMethods)] T>(Task task) => Reflecting.Methods<T>();
}

/// <summary>Type parameters of a class, and of a class and its methods.</summary>
public class AccessedClass<[DynamicallyAccessedMembers(PublicMethods)] T>
    where T : class
{
    public void Sync(Task task, T value)
    {
        task.ContinueWith(t => Reflecting.Methods<T>() + GetHashCode());
        task.ContinueWith(t => Reflecting.Methods<T>() + value.GetHashCode());
    }

    public Task Captured(Task task, string name) => task.ContinueWith(t => Reflecting.Methods<T>() + name.Length);

    public async Task Async(Task task, string name, T value)
    {
        await task.ContinueWith(t => Reflecting.Methods<T>() + GetHashCode());
        await task.ContinueWith(t => Reflecting.Methods<T>() + value.GetHashCode());
        await task.ContinueWith(t => Reflecting.Methods<T>() + name.Length);
    }

    public IEnumerable<Task> Iterator(Task task, string name)
    {
        yield return task.ContinueWith(t => Reflecting.Methods<T>() + GetHashCode());
        yield return task.ContinueWith(t => Reflecting.Methods<T>() + name.Length);
    }

    public async Task OfBoth<[DynamicallyAccessedMembers(PublicFields)] TOther>(Task task, string name)
    {
        await task.ContinueWith(t => Reflecting.Methods<T>() + GetHashCode() + typeof(TOther).GetFields().Length);
        await task.ContinueWith(t => Reflecting.Methods<T>() + name.Length + typeof(TOther).GetFields().Length);
    }
}
